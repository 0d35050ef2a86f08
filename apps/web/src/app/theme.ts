import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'

/* Shade 7 is the fill in light mode and shade 4 in dark mode; each has a contrast of 4.5:1 with `--m-on-fill`. The neutral and
   semantic values are those of theme.css. */
const coral: MantineColorsTuple = [
  '#FFF1F1',
  '#FDE3E4',
  '#FAC9CC',
  '#F6ABAF',
  '#F08A90',
  '#E6737A',
  limits.zoneColor,
  '#C8434D',
  '#A8343D',
  '#872932',
]
const gray: MantineColorsTuple = [
  '#F7F8FA',
  '#F0F2F5',
  '#E4E7EC',
  '#D3D9E2',
  '#868F9F',
  '#868F9F',
  '#6B778A',
  '#5B6678',
  '#344054',
  '#101828',
]
const dark: MantineColorsTuple = [
  '#E6EAF0',
  '#C3CCD8',
  '#93A1B3',
  '#7F8DA0',
  '#66758A',
  '#232B36',
  '#1A222C',
  '#12181F',
  '#0B0F14',
  '#070A0D',
]
const red: MantineColorsTuple = [
  '#FEF3F2',
  '#FEE4E2',
  '#FECDCA',
  '#FFADA5',
  '#FF8A80',
  '#F04438',
  '#D92D20',
  '#B42318',
  '#912018',
  '#7A271A',
]
const blue: MantineColorsTuple = [
  '#EFF5FF',
  '#DCE9FF',
  '#BCD6FF',
  '#9CC4FF',
  '#7DB2FF',
  '#4F8EEA',
  '#3474D4',
  '#1F5FBF',
  '#184A96',
  '#133A75',
]
const green: MantineColorsTuple = [
  '#ECFDF5',
  '#D3F8E6',
  '#A7EFCF',
  '#72E4B8',
  '#3DD9A0',
  '#22B984',
  '#15976B',
  '#0E7A57',
  '#0B5F44',
  '#094B37',
]
const orange: MantineColorsTuple = [
  '#FFF8EB',
  '#FEECC7',
  '#FDDD9F',
  '#FCCE84',
  '#FBBF6B',
  '#EE9526',
  '#D97706',
  '#B25209',
  '#8F400B',
  '#75350D',
]
const yellow: MantineColorsTuple = [
  '#FFFBE8',
  '#FFF3C4',
  '#FFE999',
  '#FBDC70',
  '#F6D77A',
  '#D9A400',
  '#A87C00',
  '#7F5D00',
  '#6B4E00',
  '#523C00',
]

const resolveVariantColors: VariantColorsResolver = input => {
  const base = defaultVariantColorsResolver(input)
  const color = input.color ?? 'coral'
  const isThemeColor = color in input.theme.colors
  if (!isThemeColor) return base
  if (input.variant === 'filled') {
    if (color !== 'coral') return { ...base, color: 'var(--m-on-fill)' }
    return {
      ...base,
      background: 'var(--m-accent)',
      hover: 'var(--m-accent-hover)',
      color: 'var(--m-on-accent)',
    }
  }
  if (color === 'red' && input.variant === 'light') {
    return {
      ...base,
      background: 'var(--m-danger-tint)',
      hover: 'var(--m-danger-tint)',
      color: 'var(--m-danger)',
    }
  }
  if (color === 'coral' && (input.variant === 'light' || input.variant === 'subtle')) {
    return {
      ...base,
      background: input.variant === 'light' ? 'var(--m-accent-tint)' : 'transparent',
      hover: 'var(--m-accent-tint)',
      color: 'var(--m-accent-strong)',
    }
  }
  if (input.variant === 'subtle') {
    return {
      ...base,
      hover: 'var(--m-raised)',
      color: color === 'gray' ? 'var(--m-quiet)' : `var(--mantine-color-${color}-filled)`,
    }
  }
  if (input.variant === 'default') return { ...base, border: '1px solid var(--m-line-strong)' }
  return base
}

const createDefaultSizeVars =
  (vars: Record<string, string>) => (_theme: unknown, props: { size?: unknown }) => ({
    root: props.size === undefined ? vars : {},
  })

/** The height of a control, and a text colour that does not change when the field has an error. */
const createInputVars = (_theme: unknown, props: { size?: unknown }) => {
  const baseVars = {
    '--input-color': 'var(--m-text)',
    '--input-placeholder-color': 'var(--m-quiet)',
    // With the accent's red border, a focused field would look invalid.
    '--input-bd-focus': 'var(--m-focus)',
  }
  const isDefaultSize = props.size === undefined || props.size === 'sm'
  if (isDefaultSize) return { wrapper: { ...baseVars, '--input-height': 'var(--m-control)' } }
  // The library's own height of this size is too small for a finger.
  const isTooLow = props.size === 'md'
  return {
    wrapper: isTooLow ? { ...baseVars, '--input-height': 'max(2.625rem, var(--m-control))' } : baseVars,
  }
}

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  // In rem, as everywhere, to respect a larger font size set in the browser.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.35', xl: '1.2' },
  fontWeights: { regular: '450', medium: '600', bold: '600' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.5' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
      h6: { fontSize: '0.75rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '90em' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--m-shadow)', lg: 'var(--m-shadow)', xl: 'var(--m-shadow)' },
  colors: { coral, gray, dark, red, blue, green, orange, yellow },
  primaryColor: 'coral',
  primaryShade: { light: 7, dark: 4 },
  white: '#FFFFFF',
  black: '#101828',
  variantColorResolver: resolveVariantColors,
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      vars: createDefaultSizeVars({ '--button-height': 'var(--m-control)', '--button-padding-x': '16px' }),
      styles: { label: { fontWeight: 600 } },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: createDefaultSizeVars({ '--ai-size': 'var(--m-control)' }),
    },
    // The visibility toggle is as large as the field is high.
    PasswordInput: { vars: () => ({ root: { '--psi-button-size': 'var(--m-control)' } }) },
    CloseButton: {
      vars: createDefaultSizeVars({ '--cb-size': 'var(--m-control)', '--cb-icon-size': '1.25rem' }),
    },
    Input: { vars: createInputVars },
    InputWrapper: { styles: { label: { fontWeight: 600, marginBottom: 4 }, error: { marginTop: 4 } } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 150 }, shadow: 'md' } },
    Drawer: { defaultProps: { transitionProps: { duration: 150 }, shadow: 'md' } },
    // The header of a dialog is not a banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // A focus placeholder would be an invalid child of a menu; the first item takes the focus instead.
    Menu: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
    },
    // Dropdowns are positioned once while they are hidden and have no width. Centred under their field, they would then open too
    // far to the right and widen the whole page on a phone.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
    Card: { defaultProps: { withBorder: true, padding: 'md' } },
    Badge: {
      defaultProps: { variant: 'light' },
      styles: { root: { textTransform: 'none', fontWeight: 600 } },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--m-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--m-on-accent)' } },
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { inherit: true } },
    Loader: { defaultProps: { type: 'oval', size: 'sm' } },
  },
})

const sharedVariables = {
  '--mantine-color-text': 'var(--m-text)',
  '--mantine-color-body': 'var(--m-surface)',
  '--mantine-color-error': 'var(--m-danger)',
  '--mantine-color-success': 'var(--m-inside)',
  '--mantine-color-placeholder': 'var(--m-quiet)',
  '--mantine-color-anchor': 'var(--m-accent)',
  '--mantine-color-default': 'var(--m-surface)',
  '--mantine-color-default-hover': 'var(--m-raised)',
  '--mantine-color-default-color': 'var(--m-text)',
  '--mantine-color-default-border': 'var(--m-line)',
  '--mantine-color-dimmed': 'var(--m-quiet)',
}

/** Maps each of Mantine's own variables to a variable of theme.css, so that every colour is defined once. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: sharedVariables,
  dark: sharedVariables,
})
