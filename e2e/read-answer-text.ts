/** Reads the body of a response. A call that returns a file answers with a multipart form, whose `data` part is the JSON. */
export async function readAnswerText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('multipart/')) return response.text()
  return String((await response.formData()).get('data'))
}
