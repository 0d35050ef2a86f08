/** Reads the text of a response; of a call that returns a file, its JSON, which comes in a form beside the file. */
export async function readAnswerText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('multipart/')) return response.text()
  return String((await response.formData()).get('data'))
}
