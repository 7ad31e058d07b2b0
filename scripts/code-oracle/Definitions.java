import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.Arrays;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** What javac's parser finds in Java files: `file TAB line TAB name` for each class, and each method that stands in the text. */
class Definitions {
  public static void main(String[] paths) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    for (String path : paths) {
      var task = (JavacTask) compiler.getTask(null, files, d -> {}, null, null, files.getJavaFileObjects(Path.of(path)));
      for (CompilationUnitTree unit : task.parse()) {
        new TreeScanner<Void, String>() {
          void say(String name) {
            System.out.println(path + "\t" + name);
          }

          @Override
          public Void visitClass(ClassTree node, String around) {
            String name = node.getSimpleName().toString();
            if (!name.isEmpty()) say(name);
            return super.visitClass(node, name.isEmpty() ? around : name);
          }

          @Override
          public Void visitMethod(MethodTree node, String around) {
            String name = node.getName().toString();
            say(name.equals("<init>") ? around : name);
            return super.visitMethod(node, around);
          }
        }.scan(unit, "");
      }
    }
  }
}
