import { t } from '@lingui/core/macro'
import type { Document } from '@muster/contract/documents.ts'
import { orpc } from '../../lib/api.ts'
import {
  queuedMarker,
  queuedTexts,
  useSendOrQueue,
  useWaitingPayloads,
} from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { confirmationSender } from './confirmation.sender.ts'

export const useIsConfirmationQueued = (documentId: string): boolean =>
  useWaitingPayloads(confirmationSender).some(it => it.documentId === documentId)

export function useConfirmReading({ zoneId, id: documentId, version, title }: Document) {
  const sendOrQueue = useSendOrQueue(confirmationSender)
  return useAct({
    call: () => sendOrQueue({ zoneId, documentId, version, title }),
    done: response => (response === queuedMarker ? queuedTexts : [t`Confirmed`, t`You’ve read ${title}.`]),
    failed: t`Your confirmation couldn’t be saved. Try again.`,
    invalidates: [orpc.documents.key()],
  })
}
