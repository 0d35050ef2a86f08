import { IconMapPinFilled } from '@tabler/icons-react'
import classes from './zone-map-viewer.module.css'

/** What the marks on the map mean. */
export function MapLegend() {
  return (
    <ul className={classes.legend} aria-label="Legend">
      <li>
        <span className={classes.me} aria-hidden />
        You, and how exactly your device knows
      </li>
      <li>
        <IconMapPinFilled className={classes.centre} size="1.25rem" aria-hidden />
        Centre of the zone
      </li>
      <li>
        <span className={classes.area} aria-hidden />
        The zone, exactly as it is checked
      </li>
    </ul>
  )
}
