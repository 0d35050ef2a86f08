import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads a password twice at a terminal, without showing it, or the first line of standard input if that is no terminal. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
  const password = await askSilently('New password: ')
  if ((await askSilently('The same again: ')) !== password) throw new Error('Passwords do not match.')
  return password
}

function askSilently(question: string): Promise<string> {
  process.stderr.write(question)
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nothing, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => reject(new Error('Cancelled.')))
    reader.question('', answer => resolve(answer))
  }).finally(() => {
    reader.close()
    process.stderr.write('\n')
  }) as Promise<string>
}
