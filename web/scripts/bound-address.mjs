/**
 * Returns the address that a shop listens on, such as `http://127.0.0.1:8080`; rejects if the
 * program ends before.
 */
export function boundAddress(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const read = (chunk) => {
      log += chunk.toString();
      // The message about an address that is already in use contains the address too.
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)\s/.exec(log)?.[1];
      if (found) resolve(found);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => reject(new Error(`ksmart ended with ${code}:\n${log}`)));
  });
}
