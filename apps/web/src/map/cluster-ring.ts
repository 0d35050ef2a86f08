import { type MapPerson, type MapPinVariant, mapZoneStates } from './surface.ts'

/** The parts of a ring, clockwise from the top: what one must act on comes first. */
const ringOrder = [
  'critical',
  'high',
  'medium',
  'low',
  'stale',
  'unknown',
  'inside',
  'outside',
  ...mapZoneStates,
] as const satisfies readonly MapPinVariant[]

export type RingVariant = (typeof ringOrder)[number]
export type RingPart = { readonly variant: RingVariant; readonly steps: number }

/** The number of steps in a ring. Few steps need few images, because many clusters then have the same one. */
export const ringSteps = 12

/** A position that may be fake tells as little about where somebody is as an old one. */
const toRingVariant = (variant: MapPinVariant): RingVariant => (variant === 'doubtful' ? 'stale' : variant)

/** Every state gets at least one step of a twelfth, so that one person not seen among hundreds shows. */
export function toRing(people: readonly Pick<MapPerson, 'state'>[]): RingPart[] {
  const counts = new Map<RingVariant, number>()
  for (const { state } of people) {
    const variant = toRingVariant(state)
    counts.set(variant, (counts.get(variant) ?? 0) + 1)
  }
  const parts = ringOrder.flatMap(variant => {
    const share = ((counts.get(variant) ?? 0) / people.length) * ringSteps
    return share === 0 ? [] : [{ variant, share, steps: Math.max(1, Math.round(share)) }]
  })
  const findMost = (measure: (part: (typeof parts)[number]) => number) =>
    parts.reduce((most, part) => (measure(part) > measure(most) ? part : most))
  for (let excess = sumSteps(parts) - ringSteps; excess !== 0; excess = sumSteps(parts) - ringSteps) {
    if (excess > 0) findMost(({ steps, share }) => (steps > 1 ? steps - share : -ringSteps)).steps--
    else findMost(({ steps, share }) => share - steps).steps++
  }
  return parts.map(({ variant, steps }) => ({ variant, steps }))
}

const sumSteps = (parts: readonly { steps: number }[]) => parts.reduce((sum, { steps }) => sum + steps, 0)

/** The name of a ring's image: the same for equal rings. */
export const ringName = (ring: readonly RingPart[]) =>
  `ring-${ring.map(({ variant, steps }) => `${variant}-${steps}`).join('-')}`
