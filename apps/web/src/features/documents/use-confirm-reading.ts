import { t } from '@lingui/core/macro'
import type { Document } from '@muster/contract/documents.ts'
import { api, orpc } from '../../lib/api.ts'
import {
  queuedMarker,
  queuedTexts,
  useSendOrQueue,
  useWaitingPayloads,
} from '../../offline/use-send-or-queue.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { type ConfirmationToSend, confirmationSender } from './confirmation.sender.ts'

export const useIsConfirmationQueued = (documentId: string): boolean =>
  useWaitingPayloads<ConfirmationToSend>(confirmationSender).some(it => it.documentId === documentId)

export function useConfirmReading({ zoneId, id: documentId, version, title }: Document) {
  const sendOrQueue = useSendOrQueue<ConfirmationToSend>(confirmationSender)
  return useAct({
    call: () =>
      sendOrQueue({ zoneId, documentId, version, title }, () =>
        api.documents.confirm({ zoneId, documentId, version }),
      ),
    done: response => (response === queuedMarker ? queuedTexts : [t`Confirmed`, t`You’ve read ${title}.`]),
    failed: t`Your confirmation couldn’t be saved. Try again.`,
    invalidates: [orpc.documents.key()],
  })
}
