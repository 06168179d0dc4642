import '@mantine/core/styles/Switch.layer.css'
import { Button, Drawer, Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { layoutNames } from '../layouts/layoutNames.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import { LayoutSketch } from './LayoutSketch.tsx'
import { colorNames, paletteOf } from './palettes.ts'
import {
  directions,
  navigationModes,
  shades,
  useColorName,
  useDirectionChoice,
  useLayoutName,
  useNavigationMode,
  useShade,
} from './preferences.ts'
import classes from './ThemePanel.module.css'

/** How the application looks in this browser. Every choice shows at once; nothing has to be saved. */
export function ThemePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={340}
      title={t('theme.title')}
      // The page stays bright behind it, since it is what one looks at while choosing.
      overlayProps={{ backgroundOpacity: 0.15 }}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
    >
      <div className={classes.panel}>
        <DarkMode />
        <Direction />
        <Navigation />
        <Accent />
        <Layout />
        <Reset />
      </div>
    </Drawer>
  )
}

function DarkMode() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <Switch
      label={t('header.dark')}
      labelPosition="left"
      checked={dark}
      onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
      classNames={{ body: classes.switch }}
    />
  )
}

function Direction() {
  const { t } = useTranslation('shell')
  const [direction, setDirection] = useDirectionChoice()
  return (
    <ChoiceCards label={t('theme.direction')} values={directions} value={direction} onChange={setDirection} columns={3}>
      {(value) => t(`theme.directions.${value}`)}
    </ChoiceCards>
  )
}

function Navigation() {
  const { t } = useTranslation('shell')
  const [mode, setMode] = useNavigationMode()
  return (
    <ChoiceCards label={t('theme.navigation')} values={navigationModes} value={mode} onChange={setMode} columns={2}>
      {(value) => t(`theme.navigations.${value}`)}
    </ChoiceCards>
  )
}

function Accent() {
  const { t } = useTranslation('shell')
  const [color, setColor] = useColorName()
  const [shade, setShade] = useShade()
  return (
    <>
      <ChoiceCards
        label={t('theme.color')}
        values={colorNames}
        value={color}
        onChange={setColor}
        nameOf={(value) => t(`theme.colors.${value}`)}
        columns={5}
      >
        {(value) => <span className={classes.swatch} style={{ background: paletteOf(value)[6] }} />}
      </ChoiceCards>
      <ChoiceCards
        label={t('theme.shade')}
        values={shades}
        value={shade}
        onChange={setShade}
        nameOf={(value) => value}
        columns={5}
      >
        {(value) => (
          <span className={classes.shade}>
            <span className={classes.swatch} style={{ background: paletteOf(color)[Number(value) / 100] }} />
            {value}
          </span>
        )}
      </ChoiceCards>
    </>
  )
}

function Layout() {
  const { t } = useTranslation('shell')
  const [layout, setLayout] = useLayoutName()
  return (
    <ChoiceCards label={t('theme.layout')} values={layoutNames} value={layout} onChange={setLayout} columns={3}>
      {(value) => (
        <span className={classes.layout}>
          <LayoutSketch name={value} />
          {t(`theme.layouts.${value}`)}
        </span>
      )}
    </ChoiceCards>
  )
}

/** Back to what everybody starts with. */
function Reset() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const [, setDirection] = useDirectionChoice()
  const [, setMode] = useNavigationMode()
  const [, setColor] = useColorName()
  const [, setShade] = useShade()
  const [, setLayout] = useLayoutName()
  function reset() {
    setColorScheme('light')
    setDirection('language')
    setMode('default')
    setColor('indigo')
    setShade('600')
    setLayout('modern')
  }
  return (
    <Button variant="default" onClick={reset}>
      {t('theme.reset')}
    </Button>
  )
}
