import { inflateSync } from 'node:zlib'

/** The placeholder for a character without a glyph. */
export const undefinedGlyph = '\u0000'

/** Extracts the text runs on each page of a PDF made by our own writer, in drawing order. */
export function readPdf(file: Buffer): string[][] {
  const text = file.toString('latin1')
  const objectByNumber = new Map<string, { head: string; content: string }>()
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [, number = '', body = ''] = match
    const streamOffset = body.indexOf('stream\n')
    const head = streamOffset < 0 ? body : body.slice(0, streamOffset)
    const streamBytes = streamOffset < 0 ? '' : body.slice(streamOffset + 7, body.lastIndexOf('\nendstream'))
    const content = head.includes('/FlateDecode')
      ? inflateSync(Buffer.from(streamBytes, 'latin1')).toString('latin1')
      : streamBytes
    objectByNumber.set(number, { head, content })
  }
  const findRef = (head: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? ''
  const pages = [...objectByNumber.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const resources = objectByNumber.get(findRef(head, 'Resources'))?.head ?? head
    const fontByName = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', ref = '']) => [
        name,
        parseGlyphs(
          objectByNumber.get(findRef(objectByNumber.get(ref)?.head ?? '', 'ToUnicode'))?.content ?? '',
        ),
      ]),
    )
    return extractTexts(objectByNumber.get(findRef(head, 'Contents'))?.content ?? '', fontByName)
  })
}

function extractTexts(content: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  let font: readonly string[] = []
  const texts: string[] = []
  for (const line of content.split('\n')) {
    const name = /^\/(F\d+) [\d.]+ Tf/.exec(line)?.[1]
    if (name) font = fonts.get(name) ?? []
    if (!line.endsWith('TJ')) continue
    const codes = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    texts.push(
      codes
        .map(code => (code === '0000' ? undefinedGlyph : (font[Number.parseInt(code, 16)] ?? '')))
        .join(''),
    )
  }
  return texts
}

/** Reads the text of each glyph from a map such as `<0000> <0001> [<0020> <0041>]`. */
function parseGlyphs(map: string): string[] {
  const glyphTexts: string[] = []
  for (const [, firstCode = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const texts = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    )
    texts.forEach((text, at) => {
      glyphTexts[Number.parseInt(firstCode, 16) + at] = text
    })
  }
  return glyphTexts
}
