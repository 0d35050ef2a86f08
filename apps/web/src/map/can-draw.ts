/** Whether this browser draws WebGL 2 at all; without it, maps are plain drawings. */
export function canDrawMaps(): boolean {
  if (typeof document === 'undefined') return false
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // A browser keeps few of them alive: this one is given back at once.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return Boolean(context)
  } catch {
    return false
  }
}
