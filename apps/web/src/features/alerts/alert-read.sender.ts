import { defineSender } from '../../offline/sender.ts'

/** An alert that was read, or marked as new again. */
export type AlertRead = { alertId: string; title: string; read: boolean }

export const alertReadSender = defineSender<AlertRead, unknown>({
  name: 'alert read',
  send: ({ alertId, read }, { api }) => api.alerts.markRead({ alertId, read }),
})
