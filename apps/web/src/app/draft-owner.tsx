import { useEffect } from 'react'
import { deleteDraftsByOthers } from '../lib/drafts/draft-store.ts'
import { useMe } from '../lib/session/use-session.ts'

/** Deletes the drafts of everybody else who has used this device, because this person has signed in. */
export function DraftOwner() {
  const { userId } = useMe()
  useEffect(() => deleteDraftsByOthers(userId), [userId])
  return null
}
