// A stand-in for reCAPTCHA's script: the calls of version 2's explicit rendering, and a box to tick.
// A test may name the next tokens before: window.recaptchaTokens = ['503', 'pass-…'].
{
  const widgets = []

  const grecaptcha = {
    ready: (callback) => queueMicrotask(callback),
    render(container, options) {
      if (container.childElementCount > 0)
        throw new Error('reCAPTCHA has already been rendered in this element')
      const box = document.createElement('div')
      box.style.cssText = 'width: 304px; height: 78px'
      const frame = document.createElement('iframe')
      frame.title = 'reCAPTCHA'
      Object.assign(frame, { width: '304', height: '78' })
      frame.style.border = '0'
      const field = document.createElement('textarea')
      field.name = 'g-recaptcha-response'
      field.className = 'g-recaptcha-response'
      field.style.display = 'none'
      box.append(frame, field)
      container.append(box)
      const widget = { options, field, frame, draw }
      widgets.push(widget)
      draw()
      return widgets.length - 1

      function draw() {
        const inside = frame.contentDocument
        const dark = options.theme === 'dark'
        inside.body.style.cssText = `margin: 1px; height: 74px; border: 1px solid #d3d3d3; border-radius: 3px; display: flex; align-items: center; padding-left: 12px; background: ${dark ? '#222' : '#f9f9f9'}; color: ${dark ? '#fff' : '#000'}; font: 14px sans-serif; box-sizing: border-box`
        const label = inside.createElement('label')
        const tick = inside.createElement('input')
        tick.type = 'checkbox'
        tick.style.cssText = 'width: 24px; height: 24px; vertical-align: middle; margin-right: 12px'
        tick.addEventListener('change', () => solve(widget))
        label.append(tick, 'I’m not a robot')
        inside.body.replaceChildren(label)
      }
    },
    getResponse: (id = 0) => widgets[id].field.value,
    reset(id = 0) {
      widgets[id].field.value = ''
      widgets[id].draw()
    },
    /** As after two minutes. */
    expire(id = 0) {
      grecaptcha.reset(id)
      widgets[id].options['expired-callback']?.()
    },
    /** As without a connection. */
    fail(id = 0) {
      widgets[id].options['error-callback']?.()
    },
  }

  function solve({ field, frame, options }) {
    field.value = window.recaptchaTokens?.shift() ?? `pass-${Math.random()}`
    frame.contentDocument.querySelector('input').checked = true
    options.callback?.(field.value)
  }

  window.grecaptcha = grecaptcha
  const { searchParams } = new URL(document.currentScript.src)
  window[searchParams.get('onload')]?.()
}
