import { email } from '@muster/contract/auth.ts'

export type EmailList = {
  /** Each valid address once, in lower case and in the order of the text. */
  readonly emails: readonly string[]
  /** Addresses that the text names more than once. */
  readonly repeated: readonly string[]
  /** The lines without a valid address, with their numbers. */
  readonly bad: readonly { readonly line: number; readonly text: string }[]
}

/** Separated by lines, commas, semicolons or spaces, with or without names as in `Ana Ruiz <ana@example.com>`. */
export function parseEmailList(text: string): EmailList {
  const emails = new Set<string>()
  const repeated = new Set<string>()
  const bad: { line: number; text: string }[] = []
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries())
    for (const entry of line.split(/[,;]/).filter(part => part.trim() !== '')) {
      const addresses = listAddresses(entry)
      for (const address of addresses.map(it => it.toLowerCase())) {
        if (!email.safeParse(address).success) bad.push({ line: index + 1, text: address })
        else if (emails.has(address)) repeated.add(address)
        else emails.add(address)
      }
      if (addresses.length === 0) bad.push({ line: index + 1, text: entry.trim() })
    }
  return { emails: [...emails], repeated: [...repeated], bad }
}

/** Returns the parts of an entry that are meant as addresses. */
function listAddresses(entry: string): string[] {
  const inBrackets = /<([^<>]*)>/.exec(entry)?.[1]
  if (inBrackets !== undefined) return [inBrackets.trim()]
  return entry
    .trim()
    .split(/\s+/)
    .filter(part => part.includes('@'))
}
