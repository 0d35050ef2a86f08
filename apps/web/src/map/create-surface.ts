import { t } from '@lingui/core/macro'
import type { Surface, SurfaceOptions } from './surface.ts'

export const unreachableText = t`The map couldn’t be reached.`

/** If Google's is unavailable, `onProblem` gets the reason and the built-in map replaces it. Drawing always uses its library. */
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
