import { shortFileName } from './short-file-name.ts'

const NAME_MOST = 150

/**
 * The header that names a file to who receives it (RFC 6266): `inline` shows it, `attachment` saves it. The name may be
 * anything people call their files; what is left of it cannot end the header, lead to another folder, or turn the
 * direction of the text so that an ending looks like another.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeFileName(name)
  // Taken apart, a letter can become one of those that were replaced; of a name of accents alone nothing is left.
  const plain =
    safe
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]|["%\\/:*?<>|]/g, '_') || 'file'
  if (plain === safe) return `${kind}; filename="${plain}"`
  // RFC 5987: percent-encoded UTF-8, and four characters more than encodeURIComponent does.
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function safeFileName(name: string): string {
  const safe = name
    // Enough to keep the ending of a name that is too long, and no more to search through.
    .slice(-10 * NAME_MOST)
    .toWellFormed()
    // Control characters, marks without a shape (direction, joining), separators of lines and paragraphs.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return shortFileName(safe, NAME_MOST) || 'file'
}
