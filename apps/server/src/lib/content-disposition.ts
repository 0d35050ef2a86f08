import { shortFileName } from './short-file-name.ts'

const NAME_MOST = 150

/**
 * Returns the header with the file's name (RFC 6266): `inline` shows the file, `attachment` saves it. The name may be anything; the
 * sanitised one cannot end the header, contain a path, or reverse the text direction to fake an extension.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeFileName(name)
  // Normalising can turn a letter into one of the replaced characters, and empties a name that consists only of accents.
  const plain =
    safe
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]|["%\\/:*?<>|]/g, '_') || 'file'
  if (plain === safe) return `${kind}; filename="${plain}"`
  // RFC 5987: percent-encoded UTF-8, encoding four more characters than encodeURIComponent.
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function safeFileName(name: string): string {
  const safe = name
    // Enough to keep the extension of a name that is too long, without searching all of it.
    .slice(-10 * NAME_MOST)
    .toWellFormed()
    // Control characters, invisible marks (direction, joining), line and paragraph separators.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return shortFileName(safe, NAME_MOST) || 'file'
}
