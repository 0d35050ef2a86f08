import { msg } from '@lingui/core/runtime-macro'

/** Why a text cannot be read as XML. */
export const xmlProblems = {
  not_xml: msg`The file isn’t valid XML.`,
  has_entities: msg`The file contains a DOCTYPE or entity declarations, which Muster doesn’t support.`,
  too_deep: msg`The elements in the file are nested too deeply.`,
} as const

export class XmlProblem extends Error {
  override name = 'XmlProblem'
  readonly code: keyof typeof xmlProblems

  constructor(code: keyof typeof xmlProblems) {
    super(code)
    this.code = code
  }
}

type Listener = {
  /** Called when an element begins. `path` has the names without prefixes from the root; do not keep a reference to the list. */
  open(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** Called when an element ends; `content` is the text directly inside it. */
  close(path: readonly string[], content: string): void
}

const deepest = 64
/** Maximum length of a tag. No map uses longer ones, and attribute matching takes time for every character of a tag. */
const longestTag = 8_192
const malformed = () => new XmlProblem('not_xml')

/**
 * Streams XML from beginning to end and keeps nothing in memory. Rejects a document type declaration with everything it may
 * contain, because entities can inflate a small file or read other files. Throws XmlProblem. Linear in the length of the text.
 */
export function readXml(text: string, listener: Listener): void {
  const path: string[] = []
  const contents: string[] = []
  let roots = 0
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const until = (mark: string, from: number) => {
    const end = text.indexOf(mark, from)
    if (end === -1) throw malformed()
    return end
  }
  const add = (words: string) => {
    if (contents.length > 0) contents[contents.length - 1] += words
    else if (words.trim() !== '') throw malformed()
  }
  while (at < text.length) {
    const next = text.indexOf('<', at)
    add(decoded(text.slice(at, next === -1 ? text.length : next)))
    if (next === -1) break
    if (text.startsWith('<!--', next)) at = until('-->', next + 4) + 3
    else if (text.startsWith('<![CDATA[', next)) {
      const end = until(']]>', next + 9)
      add(text.slice(next + 9, end))
      at = end + 3
    } else if (text.startsWith('<?', next)) at = until('?>', next + 2) + 2
    else if (text.startsWith('<!', next)) {
      throw new XmlProblem('has_entities')
    } else if (text.startsWith('</', next)) {
      const end = until('>', next + 2)
      if (path.at(-1) !== localName(text.slice(next + 2, end).trim())) throw malformed()
      listener.close(path, contents.pop() ?? '')
      path.pop()
      at = end + 1
    } else {
      const end = endOfTag(text, next + 1)
      const isEmpty = text[end - 1] === '/'
      const [, name = '', rest = ''] =
        /^([^\s/>]+)([\s\S]*)$/.exec(text.slice(next + 1, isEmpty ? end - 1 : end)) ?? []
      if (name === '' || (path.length === 0 && ++roots > 1)) throw malformed()
      if (path.length >= deepest) throw new XmlProblem('too_deep')
      path.push(localName(name))
      listener.open(path, attributesIn(rest))
      if (isEmpty) {
        listener.close(path, '')
        path.pop()
      } else contents.push('')
      at = end + 1
    }
  }
  if (path.length > 0 || roots === 0) throw malformed()
}

/** Returns the index of the end of a tag: the first > outside quotes. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let i = from; i < Math.min(text.length, from + longestTag); i++) {
    const letter = text[i] as string
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return i
    else if (letter === '<') break
  }
  throw malformed()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(name)] = decoded(double ?? single ?? '')
  return attributes
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five predefined entities of XML and numeric character references; leaves any other as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}
