export { CapacityBar } from './capacity-bar.tsx'
