import type { Attack } from './attack.ts'
import { byTheThousand } from './by-the-thousand.ts'
import { endlessBodies } from './endless-bodies.ts'
import { firstMorning } from './first-morning.ts'
import { floodChecks } from './flood-checks.ts'
import { halfSent } from './half-sent.ts'
import { idleSockets } from './idle-sockets.ts'
import { imageBombs } from './image-bombs.ts'
import { malformedFields } from './malformed-fields.ts'
import { pinEntries } from './pin-entries.ts'
import { poisonReadings } from './poison-readings.ts'
import { strangersUploads } from './strangers-uploads.ts'

/** Every attack that once worked. To add one, create a file next to these and list it here. */
export const attacks: readonly Attack[] = [
  endlessBodies,
  byTheThousand,
  strangersUploads,
  halfSent,
  idleSockets,
  imageBombs,
  floodChecks,
  poisonReadings,
  pinEntries,
  firstMorning,
  malformedFields,
]
