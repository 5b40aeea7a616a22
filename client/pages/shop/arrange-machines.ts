export const drawing = { width: 240, height: 96 }

const machine = { width: 72, height: 54 }
const gap = 8
const margin = 2

/** More machines would be too small to tell apart. */
const drawnMax = 20

/** Arranges machines in centred rows, as large as they fit. */
export function arrangeMachines(count: number): { x: number; y: number; scale: number }[] {
  const drawn = Math.min(Math.max(count, 1), drawnMax)
  const { columns, scale } = bestGrid(drawn)
  const step = { x: machine.width * scale + gap, y: machine.height * scale + gap }
  const rows = Math.ceil(drawn / columns)
  const top = (drawing.height - rows * step.y + gap) / 2
  return Array.from({ length: drawn }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, drawn - row * columns)
    const left = (drawing.width - inRow * step.x + gap) / 2
    return {
      x: rounded(left + (index - row * columns) * step.x),
      y: rounded(top + row * step.y),
      scale: rounded(scale),
    }
  })
}

function bestGrid(count: number): { columns: number; scale: number } {
  const grids = Array.from({ length: count }, (_, index) => {
    const columns = index + 1
    const rows = Math.ceil(count / columns)
    const width = (drawing.width - 2 * margin - (columns - 1) * gap) / columns
    const height = (drawing.height - 2 * margin - (rows - 1) * gap) / rows
    return { columns, scale: Math.min(width / machine.width, height / machine.height) }
  })
  return grids.reduce((best, grid) => (grid.scale > best.scale ? grid : best))
}

/** Keeps the markup short, and equal on server and browser. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
