/** Calls the server as a person and returns the answer. Throws for any response other than success. */
export async function call(url: string, token: string, input: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${text}`)
  return (JSON.parse(text) as { json?: unknown }).json
}

/** Calls the server as a person, like `call`, if the answer does not matter. */
export async function post(url: string, token: string, input: object): Promise<void> {
  await call(url, token, input)
}
