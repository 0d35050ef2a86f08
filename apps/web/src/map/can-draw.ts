/** True if this browser supports WebGL 2. Without it, maps are plain drawings. */
export function canDrawMaps(): boolean {
  if (typeof document === 'undefined') return false
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // Browsers limit the number of live contexts, so this one is released immediately.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return Boolean(context)
  } catch {
    return false
  }
}
