import type { Surface, SurfaceOptions } from './surface.ts'

export const unreachable = 'The map could not be reached.'

/**
 * A map by the library its base map needs, each loaded when it is needed. Where Google's cannot be had, `onProblem` hears why and
 * the built-in one is made in its place; drawing is always done on the built-in one's library.
 */
export async function createSurface(
  options: SurfaceOptions,
  onProblem: (text: string) => void,
): Promise<Surface> {
  if (options.shown.base.kind === 'google' && !options.drawing) {
    try {
      const { createGoogle } = await import('./google/create-google.ts')
      return await createGoogle(options)
    } catch (error) {
      onProblem(error instanceof Error && error.name === 'GoogleProblem' ? error.message : unreachable)
    }
  }
  const { createMapLibre } = await import('./maplibre/create-maplibre.ts')
  return createMapLibre(options)
}
