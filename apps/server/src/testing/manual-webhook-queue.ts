import type { DeliveryOrder, WebhookQueue } from '../jobs/webhook-queue.ts'

/** Creates a webhook queue that keeps its orders in memory, for tests without jobs; a test delivers them as needed. */
export function createManualWebhookQueue(): WebhookQueue & { readonly orders: DeliveryOrder[] } {
  const orders: DeliveryOrder[] = []
  return {
    orders,
    isOpen: false,
    async add(newOrders) {
      orders.push(...newOrders)
    },
    onDelivery() {},
  }
}
