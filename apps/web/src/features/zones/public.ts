/** What other features may use of the zones. */
export { CapacityBar } from './capacity-bar.tsx'
