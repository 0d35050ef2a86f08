import { shortenFileName } from './short-file-name.ts'

const MAX_NAME_CHARS = 150

/** RFC 6266. The sanitised name cannot end the header, contain a path, or reverse the text direction to fake an extension. */
export function createContentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safeName = toSafeFileName(name)
  // Normalising can turn a character into one of the replaced ones, and leaves nothing of a name that consists only of accents.
  const asciiName =
    safeName
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\x20-\x7e]|["%\\/:*?<>|]/g, '_') || 'file'
  if (asciiName === safeName) return `${kind}; filename="${asciiName}"`
  // RFC 5987: percent-encoded UTF-8, encoding four more characters than encodeURIComponent.
  const encodedName = encodeURIComponent(safeName).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}

function toSafeFileName(name: string): string {
  const sanitizedName = name
    // If a name is very long, process only its end, which contains the extension.
    .slice(-10 * MAX_NAME_CHARS)
    .toWellFormed()
    // Remove control characters, invisible marks (direction, joining), and line and paragraph separators.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return shortenFileName(sanitizedName, MAX_NAME_CHARS) || 'file'
}
