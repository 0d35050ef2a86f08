import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What is known of a statement that was not answered yet: the database works on it; it does not, though it answers others; or
 * it answers nobody.
 */
export type Felt = 'working' | 'idle' | 'gone'

/**
 * Waits for an answer for as long as the database works on it. Rejects as soon as it answers nobody, or is felt twice to be
 * working on nothing: then the question or the answer was lost on the way. The first look comes after `everyMs`.
 */
export async function waitPatiently<T>(
  asked: Promise<T>,
  { feel, everyMs }: { readonly feel: () => Promise<Felt>; readonly everyMs: number },
): Promise<T> {
  const answered = new AbortController()
  const look = async (): Promise<never> => {
    let idle = 0
    for (;;) {
      await sleep(everyMs, undefined, { signal: answered.signal })
      const felt = await feel()
      answered.signal.throwIfAborted()
      idle = felt === 'idle' ? idle + 1 : 0
      if (felt === 'gone') throw new Error('The database answers nothing')
      if (idle === 2) throw new Error('The connection was lost on the way')
    }
  }
  try {
    return await Promise.race([asked, look()])
  } finally {
    answered.abort()
  }
}
