/** Stands on the page that shows a secret. A reload of it leads to another page, so that nothing is made twice. */
class RevealOnce extends HTMLElement {
  connectedCallback(): void {
    const path = this.dataset['path']
    if (path !== undefined) history.replaceState(null, '', path)
  }
}

customElements.define('reveal-once', RevealOnce)
