/** Calls the server as a person. Throws for any response other than success. */
export async function post(url: string, token: string, input: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${text}`)
}
