import type { Write } from '../../live/write.ts'
import { recallBroadcastsOf } from '../broadcasts/index.ts'
import { announceRemovedPerson } from '../documents/index.ts'
import { announceReactionsEnd } from '../groups/index.ts'
import { announceUnassigned } from '../hazards/index.ts'

/** Recalls what a person has scheduled and publishes what will go with their account, before it is deleted. As the owner. */
export async function announceDeletion(its: Write, userId: string): Promise<void> {
  await recallBroadcastsOf(its, userId)
  await announceReactionsEnd(its, userId)
  await announceRemovedPerson(its, userId)
  await announceUnassigned(its, userId)
}
