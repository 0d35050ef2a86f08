import type { Attack } from './attack.ts'
import { endlessBodies } from './endless-bodies.ts'
import { halfSent } from './half-sent.ts'
import { imageBombs } from './image-bombs.ts'
import { strangersUploads } from './strangers-uploads.ts'

/** Every attack that once worked. A new one is a file beside these, and a line here. */
export const attacks: readonly Attack[] = [endlessBodies, strangersUploads, halfSent, imageBombs]
