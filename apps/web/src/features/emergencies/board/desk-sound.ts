/** `blocked`: the browser waits for a press. `unsupported`: it cannot make sounds. */
export type SoundState = 'on' | 'blocked' | 'unsupported'

export type DeskSound = {
  readonly state: () => SoundState
  /** Calls `listener` when the state changes; returns a function that stops this. */
  readonly subscribe: (listener: () => void) => () => void
  /** Unblocks the sound, which works only while a press is handled, and plays a short one. */
  readonly test: () => Promise<void>
  /** Plays the alarm, unless another tab of this device plays it at the moment. */
  readonly alarm: () => Promise<void>
  readonly close: () => void
}

type Tone = readonly [frequency: number, startSeconds: number]
const testTones: readonly Tone[] = [[880, 0]]
/** Two tones in turn, as alarms sound. */
const alarmTones: readonly Tone[] = [0, 1, 2].flatMap(round => [
  [880, round * 0.8] as const,
  [660, round * 0.8 + 0.4] as const,
])
const toneSeconds = 0.35
const volume = 0.4
/** Milliseconds for which a tab keeps the others silent: the events reach all tabs within moments. */
const silentMs = 4_000
const lockName = 'muster-emergency-sound'

const createContext = (): AudioContext | undefined =>
  typeof AudioContext === 'undefined' ? undefined : new AudioContext()

/** Browsers block sound until somebody has pressed something on the page; `state` says whether that is so. */
export function createDeskSound(context: AudioContext | undefined = createContext()): DeskSound {
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  context?.addEventListener('statechange', notifyListeners)
  const play = (tones: readonly Tone[]) => {
    if (context?.state !== 'running') return
    for (const [frequency, startSeconds] of tones) {
      const start = context.currentTime + startSeconds
      const oscillator = context.createOscillator()
      const gain = context.createGain()
      oscillator.frequency.value = frequency
      gain.gain.setValueAtTime(volume, start)
      // Without the ramp, the end of a tone clicks.
      gain.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
      oscillator.connect(gain).connect(context.destination)
      oscillator.start(start)
      oscillator.stop(start + toneSeconds)
    }
  }
  return {
    state: () => (context === undefined ? 'unsupported' : context.state === 'running' ? 'on' : 'blocked'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async test() {
      await context?.resume().catch(() => undefined)
      play(testTones)
    },
    async alarm() {
      if (context?.state !== 'running') return
      const { locks } = navigator as { locks?: LockManager | null }
      // Only pages over https have locks.
      if (!locks) return play(alarmTones)
      await locks.request(lockName, { ifAvailable: true }, async lock => {
        if (lock === null) return
        play(alarmTones)
        await new Promise(resolve => setTimeout(resolve, silentMs))
      })
    },
    close() {
      context?.removeEventListener('statechange', notifyListeners)
      void context?.close().catch(() => undefined)
    },
  }
}
