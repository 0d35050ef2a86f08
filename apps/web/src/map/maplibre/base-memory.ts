import type { StyleSpecification } from 'maplibre-gl'
import { baseStyle, type StyleChoice } from './base-style.ts'

/** Milliseconds a base map that was not reached is not asked for again, unless somebody presses Retry. */
const restMs = 5 * 60_000

const styles = new Map<string, StyleSpecification>()
const missedAt = new Map<string, number>()

/** The cached style and the last failure of an external base map, so that only the first map of a page waits for it. */
export type BaseMemory = {
  /** The style, if it came before. */
  readonly known: StyleSpecification | undefined
  /** It was not reached a short while ago. */
  isMissed(): boolean
  /** The style. Rejects where it cannot be had. */
  load(): Promise<StyleSpecification>
  miss(): void
  reach(): void
}

export function baseMemory(choice: StyleChoice): BaseMemory {
  const key = JSON.stringify(choice)
  return {
    known: styles.get(key),
    isMissed: () => Date.now() - (missedAt.get(key) ?? -restMs) < restMs,
    async load() {
      const style = styles.get(key) ?? (await baseStyle(choice))
      styles.set(key, style)
      return style
    },
    miss() {
      missedAt.set(key, Date.now())
      styles.delete(key)
    },
    reach: () => void missedAt.delete(key),
  }
}

/** Asks anew for what was not reached. */
export const forgetMissed = () => missedAt.clear()
