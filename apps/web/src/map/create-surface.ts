import { t } from '@lingui/core/macro'
import type { Surface, SurfaceOptions } from './surface.ts'

export const unreachableText = t`The map couldn’t be reached.`

/**
 * Creates a map with the library that its base map needs, loaded on demand. If Google's is unavailable, `onProblem` receives the
 * reason and the built-in map takes its place. Drawing always uses the built-in map's library.
 */
export async function createSurface(
  options: SurfaceOptions,
  onProblem: (text: string) => void,
): Promise<Surface> {
  if (options.shown.base.kind === 'google' && !options.drawing) {
    try {
      const { createGoogleSurface: createGoogleMap } = await import('./google/create-google.ts')
      return await createGoogleMap(options)
    } catch (error) {
      onProblem(error instanceof Error && error.name === 'GoogleMapsError' ? error.message : unreachableText)
    }
  }
  const { createMapLibreSurface: createLibreMap } = await import('./maplibre/create-maplibre.ts')
  return createLibreMap(options)
}
