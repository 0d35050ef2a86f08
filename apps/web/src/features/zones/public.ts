/** The public interface of the zones feature. */
export { CapacityBar } from './capacity-bar.tsx'
