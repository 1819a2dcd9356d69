// Speaks to the host that shows the page: JSON-RPC by messages, as the MCP Apps extension (2026-01-26) describes.
const PATIENCE = 20000;

function connect(handlers) {
  const waiting = new Map();
  let last = 0;
  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  function settle({ id, result, error }) {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(String(error.message)));
    else asked?.resolve(result);
  }

  function ask(method, params) {
    last += 1;
    const id = last;
    send({ id, method, params });
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      setTimeout(() => waiting.delete(id) && reject(new Error(`no answer to ${method}`)), PATIENCE);
    });
  }

  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== window.parent || message?.jsonrpc !== '2.0') return;
    if (!message.method) settle(message);
    else if (message.id === undefined) handlers[message.method]?.(message.params ?? {});
    else if (['ping', 'ui/resource-teardown'].includes(message.method)) {
      handlers[message.method]?.(message.params ?? {});
      send({ id: message.id, result: {} });
    } else send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
  });

  return { ask, tell: (method, params) => send({ method, params }) };
}

// Greet the host; give what it can do and how it looks, or null where there is none or it does not answer.
async function greet(host) {
  if (window.parent === window) return null;
  try {
    const answer = await host.ask('ui/initialize', {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'stopbell-board', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    });
    host.tell('ui/notifications/initialized', {});
    return answer ?? {};
  } catch {
    return null;
  }
}
