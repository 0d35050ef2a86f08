import type { DeliveryOrder, WebhookQueue } from '../jobs/webhook-queue.ts'

/** Creates an in-memory webhook queue for tests that run no jobs. It only records the deliveries; tests perform them as needed. */
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
