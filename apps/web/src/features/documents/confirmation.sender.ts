import { defineSender } from '../../offline/sender.ts'

/** A queued confirmation that the person has read a version of a document. */
export type ConfirmationToSend = { zoneId: string; documentId: string; version: number; title: string }

export const confirmationSender = defineSender<ConfirmationToSend, unknown>({
  name: 'reading confirmation',
  send: ({ title: _, ...read }, { api, waitedMs }) => api.documents.confirm({ ...read, waitedMs }),
})
