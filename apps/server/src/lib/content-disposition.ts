import { shortFileName } from './short-file-name.ts'

const NAME_MOST = 150

/**
 * Returns the header that names a downloaded file (RFC 6266): `inline` displays it, `attachment` saves it. The name may be any
 * text; the result cannot end the header, lead to another folder, or reverse the text direction to disguise the extension.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeFileName(name)
  // Normalisation can produce characters that were replaced before, so replace again; a name of accents alone becomes empty.
  const plain =
    safe
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]|["%\\/:*?<>|]/g, '_') || 'file'
  if (plain === safe) return `${kind}; filename="${plain}"`
  // RFC 5987: percent-encoded UTF-8, with four more characters escaped than by encodeURIComponent.
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function safeFileName(name: string): string {
  const safe = name
    // Enough to keep the extension of an overlong name, while limiting the search.
    .slice(-10 * NAME_MOST)
    .toWellFormed()
    // Control characters, invisible format characters (direction, joining), line and paragraph separators.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return shortFileName(safe, NAME_MOST) || 'file'
}
