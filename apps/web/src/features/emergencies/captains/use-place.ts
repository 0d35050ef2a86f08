import { useState } from 'react'
import { openDraft } from '../../../lib/drafts/draft-store.ts'
import { useMe } from '../../../lib/session/use-session.ts'

/** The assembly point at which the captain stands, chosen once on this device. Empty if they said nothing. */
export function usePlace(): [place: string, choose: (place: string) => void] {
  const { userId } = useMe()
  const draft = openDraft<{ place: string }>('captain-place', userId)
  const [place, setPlace] = useState(() => draft.load({ place: '' }).place)
  return [
    place,
    chosen => {
      setPlace(chosen)
      draft.save(chosen === '' ? {} : { place: chosen })
    },
  ]
}
