import type { Emergency } from '@muster/contract/emergencies.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { orpc } from '../../../lib/api.ts'
import { createDeskSound, type DeskSound, type SoundState } from './desk-sound.ts'

/** Calls for help that are watched; further ones sound once these are answered. */
const maxWatched = 200

/** Returns whether the browser lets the sound play, and a function that tries it on a press. */
export function useDeskAlarm(
  { id: emergencyId, states }: Pick<Emergency, 'id' | 'states'>,
  isActive: boolean,
): { state: SoundState; test: () => void } {
  const sound = useDeskSound(isActive)
  const help = useQuery({
    ...orpc.emergencies.people.queryOptions({ input: { emergencyId, state: 'help', limit: maxWatched } }),
    enabled: isActive && states.help > 0,
  })
  const open = useQuery({ ...orpc.emergencies.list.queryOptions({ input: {} }), enabled: isActive })
  const helpIds = states.help === 0 ? [] : help.data?.rows.map(it => it.id)
  const openIds = open.data?.rows.filter(it => it.allClearAt === null).map(it => it.id)
  useNewcomers(helpIds, () => void sound?.alarm())
  useUnreadGrowth(states.help, help, () => void sound?.alarm())
  useNewcomers(openIds, () => void sound?.alarm())
  const state = useSyncExternalStore(
    sound?.subscribe ?? subscribeToNothing,
    () => sound?.state() ?? ('blocked' as const),
  )
  return { state, test: () => void sound?.test() }
}

const subscribeToNothing = () => () => undefined

/** Creates the sound while `isActive`, and closes it afterwards. */
function useDeskSound(isActive: boolean): DeskSound | undefined {
  const [sound, setSound] = useState<DeskSound>()
  useEffect(() => {
    if (!isActive) return
    const created = createDeskSound()
    setSound(created)
    void created.test()
    return () => {
      setSound(undefined)
      created.close()
    }
  }, [isActive])
  return sound
}

/** Calls `onGrowth` when the number grew since the last successful read, and the read that would say who it is has failed. */
function useUnreadGrowth(
  count: number,
  { isError, dataUpdatedAt }: { isError: boolean; dataUpdatedAt: number },
  onGrowth: () => void,
): void {
  const knownCount = useRef(count)
  const latest = useRef({ count, onGrowth })
  useEffect(() => {
    latest.current = { count, onGrowth }
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) knownCount.current = latest.current.count
  }, [dataUpdatedAt])
  useEffect(() => {
    knownCount.current = Math.min(knownCount.current, count)
    if (!isError || count <= knownCount.current) return
    knownCount.current = count
    latest.current.onGrowth()
  }, [count, isError])
}

/** Calls `onNew` when an id appears that was not in the list before. The first list is what was there already. */
function useNewcomers(ids: readonly string[] | undefined, onNew: () => void): void {
  const knownIds = useRef<ReadonlySet<string>>(undefined)
  const latestOnNew = useRef(onNew)
  useEffect(() => {
    latestOnNew.current = onNew
  })
  const key = ids?.join(' ')
  useEffect(() => {
    if (key === undefined) return
    const nextIds = new Set(key.split(' ').filter(Boolean))
    const known = knownIds.current
    knownIds.current = nextIds
    if (known && [...nextIds].some(id => !known.has(id))) latestOnNew.current()
  }, [key])
}
