import { limits } from '@muster/domain/limits.ts'
import type { Size } from './crop.ts'

/**
 * The size and quality of each attempt, in order. `longest`: maximum length of the longer side, in pixels. `quality`: the JPEG
 * quality, from 0 to 1.
 */
const attempts = [
  { longest: 3_072, quality: 0.85 },
  { longest: 2_048, quality: 0.8 },
  { longest: 1_024, quality: 0.7 },
] as const

export const hasTooManyPixels = ({ width, height }: Size) => width * height > limits.pictureMaxPixels

/** Scales a size down to a maximum longer side; never enlarges it. */
export function fitInto({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Converts a photo to a smaller, upright JPEG that the server accepts. Resolves to 'unreadable' if the browser cannot decode the
 * photo, and to undefined if it cannot be drawn or every attempt is too large.
 */
export async function shrinkImage(file: File): Promise<File | 'unreadable' | undefined> {
  const source = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    for (const { longest, quality } of attempts) {
      const blob = await draw(picture, longest, quality)
      if (!blob) return undefined
      if (blob.size <= limits.profileImageMaxBytes) return new File([blob], file.name, { type: blob.type })
    }
    return undefined
  } catch {
    return 'unreadable'
  } finally {
    URL.revokeObjectURL(source)
  }
}

function draw(picture: HTMLImageElement, maxSide: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const size = fitInto({ width: picture.naturalWidth, height: picture.naturalHeight }, maxSide)
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (!context || picture.naturalWidth === 0) return Promise.resolve(null)
  // JPEG has no transparency, so transparent pixels would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  // Image elements are drawn as displayed, rotated according to the camera's metadata.
  context.drawImage(picture, 0, 0, size.width, size.height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}
