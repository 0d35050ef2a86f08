import { defineSender } from '../../offline/sender.ts'

/** An alert to mark as read, or as unread again. */
export type AlertReadToSend = { alertId: string; title: string; read: boolean }

export const alertReadSender = defineSender<AlertReadToSend, unknown>({
  name: 'alert read',
  send: ({ alertId, read }, { api }) => api.alerts.markRead({ alertId, read }),
})
