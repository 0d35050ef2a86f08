import { useLocalStorage } from '@mantine/hooks'
import type { OwnAllClear } from '@muster/contract/emergencies.ts'
import { limits } from '@muster/domain/limits.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useNow } from '../../ui/time/use-now.ts'

/** Maximum all clears whose dismissal a device remembers. */
const maxDismissed = 20
const noKeys: string[] = []

/** Returns the all clears that the user has not dismissed on this device, and the function that dismisses some. */
export function useOwnAllClears(ended: readonly OwnAllClear[]) {
  const { userId } = useMe()
  const now = useNow()
  const [dismissed, setDismissed] = useLocalStorage<string[]>({
    key: 'muster.all-clears',
    defaultValue: noKeys,
    getInitialValueInEffect: false,
  })
  // Several people may use one device.
  const toKey = (id: string) => `${userId} ${id}`
  return {
    allClears: ended.filter(
      it => !dismissed.includes(toKey(it.id)) && Date.parse(it.allClearAt) + limits.allClearShownMs > now,
    ),
    dismiss: (ids: readonly string[]) =>
      setDismissed(keys => [...keys, ...ids.map(toKey)].slice(-maxDismissed)),
  }
}
