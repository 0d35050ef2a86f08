/** A move, portable backup or restore that was refused or failed. The message is one line for operators. */
export class PortableError extends Error {
  override name = 'PortableError'
}
