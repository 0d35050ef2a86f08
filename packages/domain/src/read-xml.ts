import { msg } from '@lingui/core/runtime-macro'

/** The reasons why a text cannot be read as XML. */
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
  /**
   * Called when an element begins. `path` contains the element names from the root, without prefixes. Do not keep a reference to
   * the array, because it is reused.
   */
  open(path: readonly string[], attributes: Readonly<Record<string, string>>): void
  /** Called when an element ends; `content` is the text directly inside it. */
  close(path: readonly string[], content: string): void
}

const maxDepth = 64
/** Maximum length of a tag. No map uses longer ones, and attribute matching takes time for every character of a tag. */
const maxTagLength = 8_192
const createMalformedError = () => new XmlProblem('not_xml')

/** No tree. Rejects document type declarations: entities can inflate a small file or read others. Throws XmlProblem. Linear time. */
export function readXml(text: string, listener: Listener): void {
  const path: string[] = []
  const contents: string[] = []
  let rootCount = 0
  let position = text.startsWith('\uFEFF') ? 1 : 0
  const findEnd = (mark: string, from: number) => {
    const end = text.indexOf(mark, from)
    if (end === -1) throw createMalformedError()
    return end
  }
  const addContent = (content: string) => {
    if (contents.length > 0) contents[contents.length - 1] += content
    else if (content.trim() !== '') throw createMalformedError()
  }
  while (position < text.length) {
    const nextTag = text.indexOf('<', position)
    addContent(decodeEntities(text.slice(position, nextTag === -1 ? text.length : nextTag)))
    if (nextTag === -1) break
    if (text.startsWith('<!--', nextTag)) position = findEnd('-->', nextTag + 4) + 3
    else if (text.startsWith('<![CDATA[', nextTag)) {
      const end = findEnd(']]>', nextTag + 9)
      addContent(text.slice(nextTag + 9, end))
      position = end + 3
    } else if (text.startsWith('<?', nextTag)) position = findEnd('?>', nextTag + 2) + 2
    else if (text.startsWith('<!', nextTag)) {
      throw new XmlProblem('has_entities')
    } else if (text.startsWith('</', nextTag)) {
      const end = findEnd('>', nextTag + 2)
      if (path.at(-1) !== localName(text.slice(nextTag + 2, end).trim())) throw createMalformedError()
      listener.close(path, contents.pop() ?? '')
      path.pop()
      position = end + 1
    } else {
      const end = findTagEnd(text, nextTag + 1)
      const isEmpty = text[end - 1] === '/'
      const [, name = '', rest = ''] =
        /^([^\s/>]+)([\s\S]*)$/.exec(text.slice(nextTag + 1, isEmpty ? end - 1 : end)) ?? []
      if (name === '' || (path.length === 0 && ++rootCount > 1)) throw createMalformedError()
      if (path.length >= maxDepth) throw new XmlProblem('too_deep')
      path.push(localName(name))
      listener.open(path, parseAttributes(rest))
      if (isEmpty) {
        listener.close(path, '')
        path.pop()
      } else contents.push('')
      position = end + 1
    }
  }
  if (path.length > 0 || rootCount === 0) throw createMalformedError()
}

/** Returns the index of the end of a tag: the first > outside quotes. */
function findTagEnd(text: string, from: number): number {
  let quote = ''
  for (let i = from; i < Math.min(text.length, from + maxTagLength); i++) {
    const character = text[i] as string
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return i
    else if (character === '<') break
  }
  throw createMalformedError()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(name)] = decodeEntities(double ?? single ?? '')
  return attributes
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the five predefined entities of XML and numeric character references; leaves any other as written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole
  })
}
